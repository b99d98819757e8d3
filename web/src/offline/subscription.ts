// The browser's address at its push service, which belongs to the user who has signed in.

/**
 * Gives the address up, so that the next user of this browser is not told anything. A browser that has none, or whose
 * push service cannot be reached, goes on without: the server has forgotten the address with the session.
 */
export async function forgetSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // Nothing is left to be done here.
  }
}
