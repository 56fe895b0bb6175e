import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, intBetween, json, nothing } from '../../kernel/fields.ts'

export const guideRefusals = refusals({
  'guide.wholeTenantOnly': {
    code: 403143,
    zh: '开始向导属于整个公司，仅不限城市与机构的人员可以修改',
    en: 'The guide belongs to the whole company: people bound to cities or an organisation cannot change it',
  },
  'guide.versionConflict': { code: 409145, zh: '向导已被他人修改，请刷新', en: 'Somebody else changed the guide, reload' },
})

/** What a business does before its first bill, in the order in which it is easiest. */
export const guideStep = z.enum(['BRAND', 'CITY', 'PRICES', 'MAPS', 'MESSAGES', 'PEOPLE', 'DRIVER', 'INVITATION', 'ORDER'])
export type GuideStep = z.infer<typeof guideStep>

export const guideCalls = part({
  guide: call({
    method: 'GET',
    path: '/djweb/guide/state',
    effect: 'read',
    access: { authority: 'guide.view' },
    summary: '开始向导',
    input: nothing,
    output: z.object({
      /** Done is read from the business itself: nothing is ticked off by hand. */
      steps: z.array(z.object({ step: guideStep, done: z.boolean(), skipped: z.boolean() })),
      /** Put away: the home page does not lead here any more. */
      closed: z.boolean(),
      /** Whether the asker may leave out steps and put it away. */
      mayChange: z.boolean(),
      version: z.number().int(),
    }),
  }),
  saveGuide: call({
    method: 'POST',
    path: '/djweb/guide/save',
    effect: 'write',
    access: { authority: 'guide.view' },
    everyChannel: true,
    summary: '修改开始向导',
    input: z.object({
      version: intBetween(0, 1_000_000),
      skipped: json(z.array(guideStep).max(guideStep.options.length)),
      closed: flag,
    }),
    output: z.object({ version: z.number().int() }),
    failures: ['guide.wholeTenantOnly', 'guide.versionConflict'],
  }),
})
