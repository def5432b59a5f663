//! Time limits for clients and their bodies.

#[cfg(not(target_family = "wasm"))]
pub use tokio::time::timeout;

/// In a browser's tab a body is complete when it is requested, so nothing can time out.
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
