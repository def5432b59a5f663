//! Limits of time for clients and their bodies.

#[cfg(not(target_family = "wasm"))]
pub use tokio::time::timeout;

/// In a browser's tab a body is whole when it is asked for: nothing is waited for.
///
/// # Errors
/// None.
#[cfg(target_family = "wasm")]
pub async fn timeout<T>(
    _limit: std::time::Duration,
    work: impl Future<Output = T>,
) -> Result<T, std::convert::Infallible> {
    Ok(work.await)
}
