import { Tabs } from 'antd'
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'
import { useTabState, useTabTitle } from '#platform/tab/tab.ts'
import { Async, type QueryLike, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { useIdOf } from './use-id-of.ts'

interface Subject {
  /** What the page is called before anything is known. */
  title: string
  /** Said where the address names nothing. */
  noId: string
  /** Where one finds another: the list, and how its link reads. */
  list: readonly [path: string, words: string]
}
const SubjectContext = createContext<Subject>({ title: '', noId: '', list: ['', ''] })
const WayBack = () => {
  const [path, words] = useContext(SubjectContext).list
  return <a href={`#${path}`}>{words}</a>
}

/** A screen about the one thing that its address names. What it keeps is that thing's: another in the address begins anew. */
export const defineDetail = (idName: string, subject: () => Subject, Detail: ComponentType<{ id: string }>) =>
  function DetailScreen() {
    const id = useIdOf(idName)
    const words = subject()
    return (
      <SubjectContext value={words}>
        {id === '' ? (
          <Page title={words.title}>
            <EmptyState title={words.noId} action={<WayBack />} />
          </Page>
        ) : (
          <Detail key={id} id={id} />
        )}
      </SubjectContext>
    )
  }

export interface DetailTab {
  key: string
  label: string
  /** Its code may come when it is opened. */
  children: ReactNode
}

interface DetailPageProps<T> {
  query: QueryLike<T>
  title: (known: T) => string
  /** Of the browser's and the console's tab; the title by itself. */
  tabTitle?: (known: T) => string
  /** Beside the title: how it stands. */
  status?: (known: T) => ReactNode
  actions?: (known: T) => ReactNode
  /** Takes the room of what is coming. */
  skeleton?: ReactNode
  /** The body fills the pane and scrolls inside. */
  fill?: boolean
  /** Which of them is open is kept with the tab of the console. */
  tabs?: (known: T) => readonly (DetailTab | false | null)[]
  /** Above the tabs, or all there is. */
  children?: (known: T) => ReactNode
}

/** Title, how it stands, what can be done and all about one thing; why there is nothing to see while it is loading, refused, gone or missing. */
export function DetailPage<T>({ query, title, tabTitle = title, status, actions, skeleton, fill, tabs, children }: DetailPageProps<T>) {
  const subject = useContext(SubjectContext)
  const known = query.data
  useTabTitle(known === undefined ? subject.title : tabTitle(known))
  return (
    <Page
      title={known === undefined ? subject.title : title(known)}
      fill={fill}
      extra={known === undefined ? undefined : status?.(known)}
      actions={known === undefined ? undefined : actions?.(known)}
    >
      <Async query={query} wayBack={<WayBack />} skeleton={skeleton ?? <Skeleton lines={12} height={28} />}>
        {(shown) => (
          <>
            {children?.(shown)}
            {tabs ? <DetailTabs tabs={tabs(shown).filter((tab) => tab !== false && tab !== null)} /> : null}
          </>
        )}
      </Async>
    </Page>
  )
}

function DetailTabs({ tabs }: { tabs: readonly DetailTab[] }) {
  const [open, setOpen] = useTabState('tab', '')
  return (
    <Tabs
      size="small"
      activeKey={tabs.some(({ key }) => key === open) ? open : tabs[0]?.key}
      onChange={setOpen}
      items={tabs.map(({ children, ...tab }) => ({
        ...tab,
        children: <Suspense fallback={<Skeleton lines={8} height={32} />}>{children}</Suspense>,
      }))}
    />
  )
}
