import { DEADLINE_DAYS, privacyTermsCalls } from '@chauffeur/contract/privacy/request'
import { Button } from 'antd'
import { useState } from 'react'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, ReasonField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'

/** By when requests are answered: said beside the list, and set by who may. */
export function TermsButton() {
  const query = useCall(privacyTermsCalls.terms, {}, { saysRefusals: true })
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const history = useCall(privacyTermsCalls.termsHistory, {}, { enabled: open === 'history', saysRefusals: true })
  const terms = query.data
  if (!terms) return null
  return (
    <>
      <Button onClick={() => setOpen(terms.mayChange ? 'form' : 'history')}>
        {t('答复期限：{n} 个工作日', { n: terms.deadlineDays })}
      </Button>
      <CallForm
        call={privacyTermsCalls.saveTerms}
        refreshes={[privacyTermsCalls.terms, privacyTermsCalls.termsHistory]}
        open={open === 'form'}
        title={t('答复期限')}
        row={terms}
        valuesOf={({ deadlineDays }) => ({ deadlineDays })}
        beside={(row) => ({ version: row?.version ?? 0 })}
        saved={t('已保存，用于之后的请求')}
        onClose={() => setOpen(null)}
      >
        <CountField
          name="deadlineDays"
          label={t('工作日')}
          required
          min={DEADLINE_DAYS.least}
          max={DEADLINE_DAYS.most}
          hint={t('周一至周五计为工作日，法定节假日不另外扣除')}
        />
        <ReasonField />
        <Button type="link" onClick={() => setOpen('history')}>
          {t('修改记录')}
        </Button>
      </CallForm>
      <VersionsDrawer
        open={open === 'history'}
        title={t('答复期限的修改记录')}
        query={history}
        factsOf={({ deadlineDays }) => [{ label: t('工作日'), words: String(deadlineDays) }]}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
