import { MOBILE_NUMBER, normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { type Draft, type DraftAction } from '../draft/desk-draft.ts'
import { Field } from '../draft/field.tsx'
import '../call-centre.css'
import './customer.css'

export interface PhoneFieldProps {
  draft: Draft
  dispatch: (action: DraftAction) => void
  problem?: string
  onTaken: () => void
}

/** The caller's number. A whole mobile number is looked up as soon as it is typed; Enter looks up any and goes on. */
export function PhoneField({ draft, dispatch, problem, onTaken }: PhoneFieldProps) {
  const [wrong, setWrong] = useState(false)
  const locked = draft.placed !== null || draft.attempt !== null
  return (
    <Field label={t('来电号码')} hotkey="F2" problem={wrong ? t('请输入正确的电话号码') : problem}>
      {(field) => (
        <input
          {...field}
          data-step="phone"
          className="desk-input desk-input-phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          readOnly={locked}
          value={draft.phone}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            const typed = event.target.value
            setWrong(false)
            dispatch({ type: 'phoneTyped', phone: typed })
            if (MOBILE_NUMBER.test(normalPhone(typed) ?? '')) dispatch({ type: 'phoneTaken' })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || locked) return
            event.preventDefault()
            const good = normalPhone(draft.phone) !== null
            setWrong(!good)
            if (!good) return
            dispatch({ type: 'phoneTaken' })
            onTaken()
          }}
        />
      )}
    </Field>
  )
}
