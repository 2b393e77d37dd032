// Loaded on demand, when somebody presses `Notify on this device`.

/** Its message is shown. */
export class NoPushError extends Error {}

/** Asks for the permission and subscribes this browser. @returns the fields of the form @throws NoPushError */
export async function subscribeDevice(pushKey: string): Promise<Record<string, string>> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new NoPushError('Allow notifications of this site in your browser’s settings, and press again.')
  if (!(await navigator.serviceWorker.getRegistration()))
    throw new NoPushError('This browser is not ready. Reload the page, and press again.')
  const { pushManager } = await navigator.serviceWorker.ready
  try {
    // One of another key, or that the shop has forgotten.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    const { endpoint = '', keys = {} } = subscription.toJSON()
    return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
  } catch {
    throw new NoPushError('This browser’s notification service did not answer. Try again later.')
  }
}
