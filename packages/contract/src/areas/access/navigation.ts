import * as z from 'zod'
import { id } from '../../kernel/fields.ts'

/** An entry of the left menu. `url` is a path of the console, `iframe:<address>` or an http(s) address; empty for a group. */
export interface NavigationItem {
  id: string
  name: string
  url: string
  icon: string
  children: NavigationItem[]
}
export const navigationItem: z.ZodType<NavigationItem> = z.object({
  id,
  name: z.string(),
  url: z.string(),
  icon: z.string(),
  get children() {
    return z.array(navigationItem)
  },
})
