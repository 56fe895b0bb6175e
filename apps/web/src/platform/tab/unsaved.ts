import { useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { readTabState, writeTabState } from './tab-state.ts'
import { TabContext } from './tab.ts'

/** Something half typed: in which tab, and whether there is anything in it that would be lost. */
interface UnsavedWork {
  tab: string
  dirty: () => boolean
}
const works = new Set<UnsavedWork>()
const KEPT = 'unsaved'

/** Says of this form, while it is shown, whether something typed in it is not saved: what would lose it asks first. */
export function useUnsaved(dirty: () => boolean): void {
  const { key } = useContext(TabContext)
  const latest = useRef(dirty)
  latest.current = dirty
  useEffect(() => {
    const work = { tab: key, dirty: () => latest.current() }
    works.add(work)
    return () => {
      works.delete(work)
    }
  }, [key])
}

/** The same of a draft that the tab keeps, also when it is not drawn and over a reload: it is lost with its tab only. */
export function useKeptDraft(name: string, dirty: boolean): void {
  const { key } = useContext(TabContext)
  useEffect(() => {
    const drafts = draftsIn(key)
    if (drafts.includes(name) === dirty) return
    writeTabState(key, KEPT, dirty ? [...drafts, name] : drafts.filter((one) => one !== name))
  }, [key, name, dirty])
}
const draftsIn = (tab: string) => (readTabState(tab, KEPT) as string[] | undefined) ?? []

/** Whether one of these tabs holds what would be lost with it. */
export const unsavedIn = (tabs: readonly string[]): boolean => tabs.some((tab) => holdsForm(tab) || draftsIn(tab).length > 0)
/** Whether a tab holds what is lost already when it is taken out of the page. */
export const holdsForm = (tab: string): boolean => [...works].some((work) => work.tab === tab && work.dirty())

let asked: { answer: Promise<boolean>; resolve: (discard: boolean) => void } | null = null
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** 放弃未保存的修改？ Asked once, however many ways lead there. */
export function askToDiscard(): Promise<boolean> {
  if (!asked) {
    let resolve: (discard: boolean) => void = () => {}
    const answer = new Promise<boolean>((done) => {
      resolve = done
    })
    asked = { answer, resolve }
    tell()
  }
  return asked.answer
}
export function answerDiscard(discard: boolean): void {
  const { resolve } = asked ?? {}
  asked = null
  tell()
  resolve?.(discard)
}
export const useDiscardAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked !== null,
  )

/** Goes on at once where nothing would be lost in these tabs, and after the question where something would. */
export function afterSavedOrDiscarded(tabs: readonly string[], goOn: () => void): void {
  if (unsavedIn(tabs)) void askToDiscard().then((discard) => discard && goOn())
  else goOn()
}

/** The browser asks in its own words before the page is left with a half-typed form in it; drafts that tabs keep are found again. */
export function guardLeaving(): () => void {
  const leaving = (event: BeforeUnloadEvent) => {
    if ([...works].some((work) => work.dirty())) event.preventDefault()
  }
  window.addEventListener('beforeunload', leaving)
  return () => window.removeEventListener('beforeunload', leaving)
}
