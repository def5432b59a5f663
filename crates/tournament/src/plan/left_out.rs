//! The files and folders below the folder of photos that are not read, because they are nobody's photos.

use messages::{Message, MessageId, Words};

/// Names of the files and folders that are left out, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Folders and pictures of operating systems: thumbnails, deleted files, snapshots.
    pub of_systems: Vec<String>,
    /// Videos outside the tables' folders.
    pub videos: Vec<String>,
}

/// How many names are shown.
const SHOWN: usize = 5;

impl LeftOut {
    /// A remark for each kind that was left out.
    pub fn remarks(&self) -> impl Iterator<Item = Message> {
        let kinds = [(MessageId::LeftOutOfSystems, &self.of_systems), (MessageId::LeftOutVideos, &self.videos)];
        let left_out = kinds.into_iter().filter(|(_, names)| !names.is_empty());
        left_out.map(|(id, names)| id.count(names.len() as u32).with("names", shown(names)))
    }

    /// The names in brackets for the end of an error; empty if there are none.
    pub(super) fn in_brackets(&self) -> String {
        let names: Vec<String> = self.of_systems.iter().chain(&self.videos).cloned().collect();
        if names.is_empty() { String::new() } else { format!(" (left out: {})", shown(&names)) }
    }
}

/// The first different names, without their folders: a network drive creates folders of the same name
/// everywhere.
fn shown(names: &[String]) -> String {
    let mut shown: Vec<&str> = Vec::new();
    for name in names.iter().map(|name| name.rsplit_once('/').map_or(name.as_str(), |(_, name)| name)) {
        if !shown.contains(&name) {
            shown.push(name);
        }
        if shown.len() > SHOWN {
            shown[SHOWN] = "…";
            break;
        }
    }
    shown.join(", ")
}
