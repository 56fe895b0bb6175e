import { call, type Area } from '../../kernel/call.ts'
import { id, optional } from '../../kernel/fields.ts'
import { findInput, findOutput } from '../../kernel/find.ts'

/** Apart, because pickers stand on screens that need no other call of this area. */
export const driverFindCalls = {
  /** The beginning of a number or name, or a whole telephone number. */
  find: call({
    method: 'GET',
    path: '/djweb/driver/find',
    effect: 'read',
    access: { authority: 'driver.view' },
    summary: '按关键字查找司机',
    input: findInput.extend({ cityId: optional(id) }),
    output: findOutput,
  }),
} satisfies Area
