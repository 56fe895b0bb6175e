import type { Call, InputOf } from '@chauffeur/contract/kernel/call'
import type { ComponentType } from 'react'

export interface ScreenModule {
  default: ComponentType
}

type Ask = <C extends Call>(call: C, input: InputOf<C>) => unknown
/** Asks for what a screen will ask first; `query` is that of its address. */
export interface Ahead {
  ahead: (query: URLSearchParams, ask: Ask) => void
}

/** A screen an area offers; the loaded module's default export is the component. */
export interface Screen {
  /** Hash path as in the specification, may hold `:name` parameters. */
  path: string
  /** Chinese source text of the tab title. */
  title: string
  load: () => Promise<ScreenModule>
  /** A page opened on the screen asks ahead, before the screen's own code is here: what it needs for it must be small. */
  ahead?: () => Promise<Ahead>
  /** Without this authority the screen answers that it may not be opened. */
  authority?: string
  /** A query parameter whose every value has a tab of its own, so that two orders can be open side by side. */
  tabBy?: string
  /** Outside the main layout: no menu, no tabs. */
  bare?: true
}
