//! `serve --lan` prints addresses that phones can reach, tested in network namespaces with interfaces chosen
//! by each test. If the system does not allow them, the tests are skipped with a message.

use std::process::{Command, Output};

use serde_json::Value;

use crate::common::program::scanner;

/// The beginning of each script: commands for a machine and a phone in network namespaces of their own. `link
/// NAME` creates an interface whose other end is the phone's; `ours` and `theirs` give the two ends
/// addresses. `serve` starts the server and prints its output. `get HOST PATH HEADER` prints the server's
/// answer to a request from the phone, with this `Host` header.
const MACHINE: &str = r#"
set -eu
mount -t tmpfs none /run
ip netns add phone
ip link set lo up
links=0
link() {
  links=$((links + 1))
  ip link add "$1" type veth peer name "far$links" netns phone
  ip link set "$1" up
  ip -n phone link set "far$links" up
}
ours() { ip addr add "$2" dev "$1" $3; }
theirs() { ip -n phone addr add "$2" dev "far$1" $3; }
serve() {
  "$SCANNER" serve --lan --port 0 --data "$DATA" "$@" >"$DATA/out" 2>"$DATA/err" &
  server=$!
  until grep -q . "$DATA/out" && grep -q Ctrl-C "$DATA/err"; do
    kill -0 "$server" || { cat "$DATA/err"; exit 1; }
    sleep 0.05
  done
  cat "$DATA/out" "$DATA/err"
  port=$(sed -n 's|^http://.*:\([0-9]*\)/.*|\1|p' "$DATA/out")
  token=$(sed -n 's|.*token=||p' "$DATA/out")
}
get() { ip netns exec phone bash -c 'exec 3<>"/dev/tcp/$1/$2" && printf "GET $3 HTTP/1.1\r\nHost: $4:$2\r\nAuthorization: Bearer $5\r\nConnection: close\r\n\r\n" >&3 && cat <&3' _ "$1" "$port" "$2" "$3" "$token"; echo; }
"#;

/// The output of a script in its own namespace; `None` if that is not possible.
fn in_machine(script: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |script: &str| -> std::io::Result<Output> {
        let script = format!("{MACHINE}{script}");
        let mut machine = Command::new("unshare");
        machine.args(["--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", &script]);
        machine.env("SCANNER", scanner()).env("DATA", folder.path()).env("LC_ALL", "C").output()
    };
    match run("link wlan0") {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            eprintln!("skipped: no network namespaces: {}", String::from_utf8_lossy(&output.stderr));
            return None;
        }
        Err(error) => {
            eprintln!("skipped: no network namespaces: {error}");
            return None;
        }
    }
    let output = run(script).expect("the script starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stderr));
    Some(said)
}

/// The hosts of all printed addresses, in order.
fn hosts(said: &str) -> Vec<&str> {
    let urls = said.split_whitespace().filter_map(|word| word.strip_prefix("http://")?.split_once("/?token="));
    urls.filter_map(|(host, _)| Some(host.rsplit_once(':')?.0)).collect()
}

/// A hotspot without internet access has no default route, and the QR code used to contain 127.0.0.1 (issue
/// 67, point 11).
#[test]
fn a_hotspot_without_the_internet() {
    let script = "link wlan0; ours wlan0 192.168.43.7/24 ''; theirs 1 192.168.43.9/24 ''; serve
        get 192.168.43.7 /healthz 192.168.43.7";
    let Some(said) = in_machine(script) else { return };
    assert_eq!(hosts(&said), ["192.168.43.7"], "{said}");
    assert!(said.starts_with("http://") && said.contains('█') && said.contains("200 OK"), "{said}");
}

#[test]
fn a_network_of_ipv6_alone() {
    let script = "link wlan0; ours wlan0 fd00::7/64 nodad; theirs 1 fd00::9/64 nodad; serve
        get fd00::7 /healthz '[fd00::7]'";
    let Some(said) = in_machine(script) else { return };
    // Each interface also has a link-local address, which browsers refuse.
    assert_eq!(hosts(&said), ["[fd00::7]"], "{said}");
    assert!(said.contains("200 OK"), "{said}");
}

/// The default route goes through the VPN's tunnel, but phones can only reach the other interface.
#[test]
fn wifi_beside_a_vpn() {
    let script =
        "link tun0; link wlan0; ours tun0 10.8.0.2/24 ''; ours wlan0 192.168.1.7/24 ''; theirs 2 192.168.1.9/24 ''
        ip route add default via 10.8.0.1; serve; get 192.168.1.7 /healthz 192.168.1.7";
    let Some(said) = in_machine(script) else { return };
    assert_eq!(hosts(&said), ["192.168.1.7", "10.8.0.2"], "{said}");
    assert!(said.contains("200 OK") && said.contains("tun0"), "{said}");
}

#[test]
fn of_several_networks_one_can_be_chosen_and_each_has_a_code_on_the_page() {
    let links =
        "link eth0; link wlan0; ours eth0 192.168.1.7/24 ''; ours wlan0 192.168.43.7/24 ''; theirs 2 192.168.43.9/24 ''
        ip route add default via 192.168.1.1\n";
    let Some(said) = in_machine(&format!("{links} serve")) else { return };
    assert_eq!(hosts(&said), ["192.168.1.7", "192.168.43.7"], "{said}");
    let chosen = in_machine(&format!("{links} serve --address 192.168.43.7")).expect("namespaces");
    assert_eq!(hosts(&chosen), ["192.168.43.7", "192.168.1.7"], "{chosen}");
    assert!(!chosen.contains("does not have"), "{chosen}");
    let foreign = in_machine(&format!("{links} serve --address 203.0.113.5")).expect("namespaces");
    assert_eq!(hosts(&foreign), ["203.0.113.5", "192.168.1.7", "192.168.43.7"], "{foreign}");
    assert!(foreign.contains("this machine does not have the address 203.0.113.5"), "{foreign}");
    // A phone passes on the address that it used itself.
    let script = format!("{links} serve; get 192.168.43.7 /api/invitation 192.168.43.7");
    let invitation = in_machine(&script).expect("namespaces");
    let json = invitation.lines().find(|line| line.starts_with('{')).expect("JSON");
    let json: Value = serde_json::from_str(json).expect("JSON");
    let addresses: Vec<&str> =
        json["addresses"].as_array().expect("a list").iter().filter_map(|one| one["address"].as_str()).collect();
    assert_eq!(addresses, ["192.168.43.7", "192.168.1.7"], "{json}");
    assert_eq!(json["url"], json["addresses"][0]["url"]);
    for (address, status) in [("192.168.1.7", "200 OK"), ("192.168.43.7", "200 OK"), ("10.1.1.1", "404 Not Found")] {
        let script = format!("{links} serve; get 192.168.43.7 /api/invitation.svg?address={address} 192.168.43.7");
        let answer = in_machine(&script).expect("namespaces");
        assert!(answer.contains(status), "{address}: {answer}");
    }
}

#[test]
fn a_machine_without_a_network_says_that_no_phone_reaches_it() {
    let Some(said) = in_machine("serve") else { return };
    assert_eq!(hosts(&said), ["127.0.0.1"], "{said}");
    assert!(said.contains("phones cannot reach this machine") && !said.contains('█'), "{said}");
}

#[test]
fn a_machine_without_ipv6_serves_ipv4() {
    let script = "echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6; link wlan0; ours wlan0 192.168.43.7/24 ''; theirs 1 192.168.43.9/24 ''
        serve; get 192.168.43.7 /healthz 192.168.43.7";
    let Some(said) = in_machine(script) else { return };
    assert!(said.contains("200 OK"), "{said}");
}
