import { BULLETIN_BODY_MAX, BULLETIN_TITLE_MAX, bulletinCalls, type BulletinRow } from '@chauffeur/contract/message/bulletin'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { CityField, FieldRow, InstantField, LongTextField, SelectField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'
import { levelChoices } from './bulletin.view.ts'

const DAY_MS = 86_400_000

/** What is said to which drivers, from when until when. */
export default function BulletinForm({ open, row: shown, onClose }: RowFormProps<BulletinRow>) {
  const cities = useCities()
  const offsetMinutes = cities.list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={bulletinCalls.save}
      refreshes={[bulletinCalls.list, bulletinCalls.detail, bulletinCalls.readers]}
      open={open}
      as="drawer"
      width={560}
      title={(row) => (row ? t('修改公告') : t('发布公告'))}
      row={shown}
      valuesOf={({ title, body, important, cityIds, levels, from, until }) => ({ title, body, important, cityIds, levels, from, until })}
      initial={{ important: false, cityIds: [], levels: [], until: new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 17) + '00Z' }}
      present={bulletinCalls.detail}
      of="bulletinId"
      okText={t('发布')}
      saved={({ drivers }) => t('已发布，{n} 名司机可见', { n: drivers })}
      onClose={onClose}
    >
      <TextField name="title" label={t('标题')} required maxLength={BULLETIN_TITLE_MAX} />
      <LongTextField name="body" label={t('内容')} required maxLength={BULLETIN_BODY_MAX} rows={6} />
      <SwitchField name="important" label={t('重要')} hint={t('排在最前，司机打开司机端先看到')} />
      <FieldRow>
        <CityField name="cityIds" label={t('城市')} multiple />
        <SelectField name="levels" label={t('司机等级〔公告〕')} multiple placeholder={t('不限等级')} choices={levelChoices()} />
      </FieldRow>
      <FieldRow>
        <InstantField name="from" label={t('开始')} hint={t('不填则从现在起')} offsetMinutes={offsetMinutes} />
        <InstantField name="until" label={t('结束')} required offsetMinutes={offsetMinutes} />
      </FieldRow>
    </CallForm>
  )
}
