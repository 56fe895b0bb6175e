import * as z from 'zod'
import { call, type Area } from '../kernel/call.ts'
import { id, intBetween, optional } from '../kernel/fields.ts'

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

/** `platformId` and `deptType` are sent by the client and never trusted: what is answered follows the session. */
const who = z.object({ platformId: optional(intBetween(1, 1000)), deptType: optional(intBetween(1, 3)) })

export const authorityCalls = {
  leftMenu: call({
    method: 'POST',
    path: '/api/authority/getLeftMenu',
    effect: 'read',
    access: 'signedIn',
    beforeSetup: true,
    summary: '左侧菜单',
    input: who,
    output: z.array(navigationItem),
  }),
  authorities: call({
    method: 'POST',
    path: '/api/authority/getUserAuthorities',
    effect: 'read',
    access: 'signedIn',
    beforeSetup: true,
    summary: '当前用户权限',
    input: who,
    output: z.object({ authorities: z.array(z.string()) }),
  }),
} satisfies Area
