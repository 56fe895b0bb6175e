import type { ComponentType } from 'react'

/** A screen an area offers; the loaded module's default export is the component. */
export interface Screen {
  /** Hash path as in the specification, may hold `:name` parameters. */
  path: string
  /** Chinese source text of the tab title. */
  title: string
  load: () => Promise<{ default: ComponentType }>
  /** Without this authority the screen answers that it may not be opened. */
  authority?: string
  /** Outside the main layout: no menu, no tabs. */
  bare?: true
}
