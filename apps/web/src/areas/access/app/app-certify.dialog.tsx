import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField, RadioField, TextField } from '#kit/fields/fields.ts'
import { t, tr } from '#platform/text/text.ts'
import { Tag } from '#ui/show/tag.tsx'
import { certifyText, certifyTone } from './app.view.ts'
import './app.css'

const mayDecide = (row: AppRow | null) => row?.allowedActions.includes('decide') ?? false

/** Submits an app's certification, or decides on what another person has submitted. */
export default function AppCertifyDialog({ row: shown, onClose }: { row: AppRow | null; onClose: () => void }) {
  const deciding = mayDecide(shown)
  return (
    <CallForm<typeof appsCalls.certify, AppRow>
      call={appsCalls.certify}
      open={shown !== null}
      title={(row) =>
        mayDecide(row) ? t('审核 {name} 的认证', { name: row?.name ?? '' }) : t('提交 {name} 的认证', { name: row?.name ?? '' })
      }
      okText={deciding ? t('确定') : t('提交')}
      row={shown}
      valuesOf={(row) => (mayDecide(row) ? { step: 'APPROVE' } : { company: row.certifyCompany })}
      beside={(row) => ({ appId: row?.appId, ...(!mayDecide(row) && { step: 'SUBMIT' }) })}
      saved={({ certifyState }) =>
        certifyState === 20 ? t('认证已通过') : certifyState === 30 ? t('认证已驳回') : t('已提交，等待其他人员审核')
      }
      onClose={onClose}
    >
      {(row) => (
        <>
          <p className="apps-sentence">
            {row ? <Tag tone={certifyTone[row.certifyState]}>{tr(certifyText[row.certifyState])}</Tag> : null}
            {mayDecide(row)
              ? t('认证主体：{company}', { company: row?.certifyCompany || '—' })
              : t('认证须由提交人以外的人员审核；通过后才能用该应用的商户付款。修改平台或标识后须重新认证。')}
          </p>
          {row?.certifyNote ? <p className="apps-hint">{t('说明：{note}', { note: row.certifyNote })}</p> : null}
          {mayDecide(row) ? (
            <Decision />
          ) : (
            <>
              <TextField name="company" label={t('企业名称')} required maxLength={80} />
              <TextField name="licenceNo" label={t('营业执照号')} required maxLength={40} inputMode="text" />
              <LongTextField name="note" label={t('备注')} maxLength={200} />
            </>
          )}
        </>
      )}
    </CallForm>
  )
}

/** A refusal says why. */
function Decision() {
  const refusing = Form.useWatch('step') === 'REFUSE'
  return (
    <>
      <RadioField
        name="step"
        label={t('审核结果')}
        required
        choices={[
          { value: 'APPROVE', label: t('通过') },
          { value: 'REFUSE', label: t('驳回') },
        ]}
      />
      <LongTextField name="note" label={refusing ? t('驳回原因') : t('审核意见')} required={refusing} maxLength={200} />
    </>
  )
}
