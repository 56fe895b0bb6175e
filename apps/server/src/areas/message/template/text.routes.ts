import {
  messageEvent,
  messageEvents,
  messageEventText,
  messageSamples,
  messageVariableText,
  wayOf,
} from '@chauffeur/contract/message/event'
import { messageTextCalls } from '@chauffeur/contract/message/text'
import { channelsInScope } from '#areas/partner/channel'
import { implement } from '#platform/http/implement'
import { previewText } from './preview.service.ts'
import { textList, textView } from './text.list.ts'
import { citiesWithTexts, findText, standardTexts, versionsAt } from './text.queries.ts'
import { addText, changeText, decideText, withdrawText } from './text.service.ts'

const ORDER = new Map(messageEvent.options.map((event, index) => [event, index]))

export const messageTextRoutes = implement(
  'messageText',
  messageTextCalls,
)({
  list: textList.page,
  cities: async ({ db }) => {
    const [cities, channels] = await Promise.all([citiesWithTexts(db), channelsInScope(db, null)])
    return { cities, channels: channels.map(({ channelId, name }) => ({ key: channelId, value: name })) }
  },
  standard: async ({ db, ...by }) => {
    const rows = (await standardTexts(db)).map((row) => textView(row, by))
    const place = ({ event, language }: (typeof rows)[number]) => ORDER.get(event)! * 2 + (language === 'zh' ? 0 : 1)
    return { rows: rows.sort((one, other) => place(one) - place(other)) }
  },
  events: async () => ({
    events: messageEvent.options.map((event) => {
      const { variables, needs, by, must } = messageEvents[event]
      return {
        event,
        way: wayOf(event),
        name: messageEventText[event],
        must,
        byCity: by.includes('city'),
        byChannel: by.includes('channel'),
        variables: variables.map((variable) => ({
          variable,
          name: messageVariableText[variable],
          sample: messageSamples.zh[variable],
          needed: needs.includes(variable),
        })),
      }
    }),
  }),
  details: async ({ input, db, fail, ...by }) => {
    const row = (await findText(db, input.textId)) ?? fail('messageText.notFound')
    const versions = await versionsAt(db, { event: row.event, cityId: row.city_id, channelId: row.channel_id, language: row.language })
    return { ...textView(row, by), versions: versions.map((one) => textView(one, by)) }
  },
  preview: ({ input, db, ...context }) => previewText(db, input, context),
  add: ({ input, db, ...context }) => addText(input, { tx: db, ...context }),
  update: ({ input, db, ...context }) => changeText(input, { tx: db, ...context }),
  remove: ({ input, db, ...context }) => changeText({ ...input, effect: 'FOLLOW' }, { tx: db, ...context }),
  decide: ({ input, db, ...context }) => decideText(input, { tx: db, ...context }, new Date()),
  withdraw: ({ input, db, ...context }) => withdrawText(input, { tx: db, ...context }),
})
