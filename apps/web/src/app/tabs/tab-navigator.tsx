import { useContext, useMemo, useRef, type ContextType, type ReactNode } from 'react'
import { createPath, UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'
import { session } from '#platform/session/session.ts'
import { noteTab } from '../state/tab-actions.ts'

type Navigation = ContextType<typeof NavigationContext>
type To = Parameters<Navigation['navigator']['push']>[0]

/**
 * Lets a tab change its own address. While it is hidden (a filter settles half a second after the operator went elsewhere) the
 * change is kept with the tab, instead of pulling the operator back.
 */
export function TabNavigator({ tabKey, addressed, children }: { tabKey: string; addressed: boolean; children: ReactNode }) {
  const outer = useContext(NavigationContext)
  const shown = useRef(addressed)
  shown.current = addressed
  const own = useMemo<Navigation>(() => {
    const { navigator } = outer
    const keep = (to: To) => {
      const title = session().tabs.find((tab) => tab.key === tabKey)?.title
      if (title !== undefined) noteTab({ key: tabKey, path: typeof to === 'string' ? to : createPath(to), title })
    }
    return {
      ...outer,
      navigator: {
        createHref: navigator.createHref,
        encodeLocation: navigator.encodeLocation,
        go: navigator.go,
        push: (to, state, options) => (shown.current ? navigator.push(to, state, options) : keep(to)),
        replace: (to, state, options) => (shown.current ? navigator.replace(to, state, options) : keep(to)),
      },
    }
  }, [outer, tabKey])
  return <NavigationContext value={own}>{children}</NavigationContext>
}
