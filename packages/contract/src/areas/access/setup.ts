import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, optional, phone, requiredText, text } from '../../kernel/fields.ts'
import { username } from './tenant.ts'

/** Behind an address of the console: the token that follows begins an empty installation, once. */
export const SETUP_LINK_PATH = '/#/begin?token='

export const setupRefusals = refusals({
  'setup.linkGone': {
    code: 410302,
    zh: '开始使用的链接已用过，或已被新的链接代替：请在服务器重新启动，会打印新的链接',
    en: 'This link was used or replaced: start the server again, which prints a new one',
  },
  'setup.noSuchCity': { code: 400305, zh: '没有这个城市', en: 'No such city' },
})

const token = requiredText(100)

/** The first business of an empty installation, made by whoever started the server. */
export const setupCalls = {
  look: call({
    method: 'POST',
    path: '/public/setup/look',
    effect: 'write',
    unlogged: true,
    access: 'public',
    summary: '查看首次设置',
    input: z.object({ token }),
    /** Cities to begin in. */
    output: z.object({ cities: z.array(z.object({ cityId: id, name: z.string() })) }),
    failures: ['setup.linkGone'],
  }),
  /** Brand, first city with standard prices, roles, menus, and the administrator, who sets the password behind the link. */
  begin: call({
    method: 'POST',
    path: '/public/setup/begin',
    effect: 'write',
    access: 'public',
    summary: '首次设置',
    input: z.object({
      token,
      brandName: requiredText(20),
      company: optional(text(80)),
      adminName: requiredText(30),
      adminPhone: phone,
      username,
      cityId: id,
    }),
    output: z.object({ username: z.string(), link: z.string() }),
    failures: ['setup.linkGone', 'setup.noSuchCity'],
  }),
} satisfies Area
