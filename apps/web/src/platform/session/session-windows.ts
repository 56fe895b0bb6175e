/** The windows of one browser share its cookies: when somebody signs in or out in one of them, the others look again. */
const CHANNEL = 'chauffeur.session'

/** Tells the other windows that the session of this browser is another one now. */
export function notifyOtherWindows(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  channel.close()
}

/** Called when another window told so, and whenever this one is looked at again; until the returned function is called. */
export function onWindowsChange(listener: () => void): () => void {
  const shown = () => {
    if (!document.hidden) listener()
  }
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  channel?.addEventListener('message', listener)
  document.addEventListener('visibilitychange', shown)
  window.addEventListener('focus', shown)
  return () => {
    channel?.close()
    document.removeEventListener('visibilitychange', shown)
    window.removeEventListener('focus', shown)
  }
}
