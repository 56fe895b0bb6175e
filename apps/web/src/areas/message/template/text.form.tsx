import {
  eventsBy,
  messageEventText,
  messageEvents,
  type MessageEvent,
  type MessageWay,
  messageWay,
  messageWayText,
  wayOf,
} from '@chauffeur/contract/message/event'
import { messageLanguage, messageLanguageText } from '@chauffeur/contract/kernel/language'
import { messageTextCalls, type MessageTextEffect, messageTextEffectText, type MessageTextRow } from '@chauffeur/contract/message/text'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import {
  ChannelField,
  choicesOf,
  CityField,
  FieldRow,
  LongTextField,
  RadioField,
  SelectField,
  TextField,
  WithField,
} from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { TextPreview } from './text-preview.tsx'

const EFFECTS: readonly Exclude<MessageTextEffect, 'FOLLOW'>[] = ['SEND', 'OFF']

/** The next version of a text, or the first of a city or channel; it holds once another person has approved it. */
export default function TextForm({ open, row: shown, onClose }: RowFormProps<MessageTextRow>) {
  return (
    <CallForm
      call={messageTextCalls.add}
      change={messageTextCalls.update}
      refreshes={[messageTextCalls.list, messageTextCalls.details, messageTextCalls.standard]}
      open={open}
      as="drawer"
      width={640}
      title={(row) => (row ? t('修改消息模板') : t('新建消息模板'))}
      row={shown}
      initial={{ way: 'SMS', language: 'zh', effect: 'SEND' } as never}
      valuesOf={(row) => ({ ...row, effect: row.effect === 'FOLLOW' ? 'SEND' : row.effect, reason: '' }) as never}
      input={({ effect, sign, body, reason, event, cityId, channelId, language }, row) => ({
        ...(!row && { event, cityId, channelId, language }),
        effect,
        ...(wayOf(row?.event ?? event) === 'SMS' && { sign }),
        body,
        reason,
      })}
      present={messageTextCalls.details}
      of="textId"
      saved={() => t('已提交，由另一位有权限的人员审核')}
      onClose={onClose}
    >
      {(row) => (
        <>
          {row === null ? (
            <RadioField name="way" label={t('方式')} required choices={choicesOf(messageWay.options, messageWayText)} />
          ) : null}
          <WithField name="way">
            {(way) => (
              <SelectField
                // What was chosen of another way would stay in it.
                key={String(way)}
                name="event"
                label={t('事件')}
                required
                locked={row !== null}
                choices={choicesOf(eventsBy(row ? row.way : ((way as MessageWay | undefined) ?? 'SMS')), messageEventText)}
              />
            )}
          </WithField>
          <WithField name="event">
            {(event) => (
              <FieldRow>
                {by(event, 'city') ? <CityField name="cityId" locked={row !== null} placeholder={t('全部城市')} /> : null}
                {by(event, 'channel') ? (
                  <ChannelField name="channelId" label={t('合作渠道')} locked={row !== null} placeholder={t('全部渠道')} />
                ) : null}
              </FieldRow>
            )}
          </WithField>
          <SelectField
            name="language"
            label={t('语言')}
            required
            locked={row !== null}
            choices={choicesOf(messageLanguage.options, messageLanguageText)}
            hint={row === null ? t('读哪种语言的人收到这条；没有该语言模板的范围沿用上级的') : undefined}
          />
          <WithField name="event">
            {(event) =>
              event !== undefined && messageEvents[event as MessageEvent].must ? null : (
                <RadioField name="effect" label={t('发送')} required choices={choicesOf(EFFECTS, messageTextEffectText)} />
              )
            }
          </WithField>
          <WithField name="effect">
            {(effect) =>
              effect === 'OFF' ? null : (
                <>
                  <WithField name="event">
                    {(event) =>
                      event !== undefined && wayOf(event as MessageEvent) !== 'SMS' ? null : (
                        <TextField name="sign" label={t('签名')} maxLength={12} hint={t('不填为企业品牌名；须与服务商备案一致')} />
                      )
                    }
                  </WithField>
                  <LongTextField name="body" label={t('内容')} required maxLength={500} rows={3} />
                  <TextPreview />
                </>
              )
            }
          </WithField>
          <TextField name="reason" label={t('修改原因')} required maxLength={200} hint={t('审核的人会看到')} />
        </>
      )}
    </CallForm>
  )
}

const by = (event: unknown, what: 'city' | 'channel'): boolean =>
  event !== undefined && messageEvents[event as MessageEvent].by.includes(what)
