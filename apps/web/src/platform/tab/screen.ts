import type { ComponentType } from 'react'
import type { WireCall } from '../http/http.ts'

export interface ScreenModule {
  default: ComponentType
}

/** A screen an area offers; the loaded module's default export is the component. */
export interface Screen {
  /** Hash path as in the specification, may hold `:name` parameters. */
  path: string
  /** Chinese source text of the tab title. */
  title: string
  load: () => Promise<ScreenModule>
  /** A page opened on the screen asks ahead for what it will ask first, before its code is here; `query` is that of its address. */
  ahead?: (query: URLSearchParams, ask: (call: WireCall, input: object) => unknown) => void
  /** Without this authority the screen answers that it may not be opened. */
  authority?: string
  /** A query parameter whose every value has a tab of its own, so that two orders can be open side by side. */
  tabBy?: string
  /** Outside the main layout: no menu, no tabs. */
  bare?: true
}
