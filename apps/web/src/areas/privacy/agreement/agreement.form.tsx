import {
  AGREEMENT_SUMMARY_MAX,
  AGREEMENT_TITLE_MAX,
  agreementCalls,
  agreementKindText,
  type AgreementView,
  changeLevelText,
} from '@chauffeur/contract/privacy/agreement'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow, InstantField, LongTextField, RadioField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t, tr } from '#platform/text/text.ts'
import { RichTextField } from './rich-text-field.tsx'

/** Writes the draft of an agreement; of a new one it begins with what holds. */
export default function AgreementForm({ open, view, onClose }: { open: boolean; view: AgreementView; onClose: () => void }) {
  const cities = useCities()
  const offsetMinutes = cities.list[0]?.utcOffsetMinutes ?? null
  const who = tr(agreementKindText[view.kind])
  const from = (of: AgreementView) => of.draft ?? of.coming ?? of.inForce
  return (
    <CallForm
      call={agreementCalls.update}
      refreshes={[agreementCalls.get, agreementCalls.difference]}
      open={open}
      as="drawer"
      width={960}
      title={view.draft ? t('编辑{who}隐私协议草稿', { who }) : t('编写{who}隐私协议新版本', { who })}
      row={view}
      valuesOf={(of) => ({
        title: from(of)?.title ?? t('{who}隐私协议', { who }),
        html: from(of)?.html ?? '',
        changeLevel: of.draft?.changeLevel ?? (of.newest === 0 ? 'MATERIAL' : undefined),
        summary: of.draft?.summary ?? '',
        effectiveAt: of.draft?.effectiveAt ?? null,
      })}
      beside={(row) => ({ kind: view.kind, version: row?.draft?.version ?? 0 })}
      draft={`privacy-agreement:${view.kind}`}
      okText={t('保存草稿')}
      saved={t('草稿已保存')}
      onClose={onClose}
    >
      <TextField name="title" label={t('标题')} required maxLength={AGREEMENT_TITLE_MAX} />
      <RichTextField name="html" label={t('正文')} required />
      <FieldRow>
        <RadioField
          name="changeLevel"
          label={t('变更级别')}
          required
          choices={(['MATERIAL', 'MINOR'] as const).map((value) => ({ value, label: tr(changeLevelText[value]) }))}
          hint={t('重大变更会在下次登录时重新征求同意')}
        />
        <InstantField name="effectiveAt" label={t('生效时间')} hint={t('不填则发布后立即生效')} offsetMinutes={offsetMinutes} />
      </FieldRow>
      <LongTextField name="summary" label={t('本次变更')} maxLength={AGREEMENT_SUMMARY_MAX} hint={t('同意过之前版本的人先看到这段话')} />
    </CallForm>
  )
}
