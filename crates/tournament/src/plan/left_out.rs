//! What lies below the folder of photos and is not read, because it is nobody's photo.

use messages::{Message, MessageId, Words};

/// Names below the folder of photos, by what they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// Folders and pictures that systems keep: thumbnails, deleted files, snapshots.
    pub of_systems: Vec<String>,
    /// Videos that lie at no table.
    pub videos: Vec<String>,
}

/// How many names are shown.
const SHOWN: usize = 5;

impl LeftOut {
    /// What to say of it: nothing if all was read.
    pub fn remarks(&self) -> impl Iterator<Item = Message> {
        let kinds = [(MessageId::LeftOutOfSystems, &self.of_systems), (MessageId::LeftOutVideos, &self.videos)];
        let remark = |(id, names): (MessageId, &Vec<String>)| id.count(names.len() as u32).with("names", shown(names));
        kinds.into_iter().filter(|(_, names)| !names.is_empty()).map(remark)
    }

    /// For an error's end: the names in brackets, or nothing.
    pub(super) fn in_brackets(&self) -> String {
        let names: Vec<String> = self.of_systems.iter().chain(&self.videos).cloned().collect();
        if names.is_empty() { String::new() } else { format!(" (left out: {})", shown(&names)) }
    }
}

/// The first names without their folders, each once: a network drive keeps the same folder beside all photos.
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
