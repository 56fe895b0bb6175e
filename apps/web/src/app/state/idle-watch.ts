import { siteConfig } from '#platform/http/config.ts'
import { forgetActivity, startIdleWatch, type IdleWatch } from '#platform/session/idle.ts'
import { setShell } from './shell-state.ts'

let watch: IdleWatch | undefined

/** The running watch; none on exempt hosts and while nobody is signed in. */
export const idleWatch = (): IdleWatch | undefined => watch

/** Watches for inactivity until the returned function is called. */
export function watchIdle(): () => void {
  let stopped = false
  void siteConfig().then(({ idleExemptHosts }) => {
    if (stopped) return
    if (idleExemptHosts.includes(location.hostname) || idleExemptHosts.includes(location.host)) return forgetActivity()
    watch = startIdleWatch(() => setShell({ expired: true }))
  })
  return () => {
    stopped = true
    watch?.stop()
    watch = undefined
  }
}
