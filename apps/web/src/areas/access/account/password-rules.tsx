import type { PasswordProblem } from '@chauffeur/contract/access/account'
import { t } from '#platform/text/text.ts'
import { passwordRules, strengthWord, type RuleState } from './password.view.ts'
import './account.css'

const signs: Record<RuleState['state'], string> = { kept: '✓', open: '·', broken: '✗' }

interface Props {
  /** Where what it describes does not know it by itself. */
  id?: string
  password: string
  username: string
  refused: readonly PasswordProblem[]
}

/** The rules of a new password, said before one fails. */
export function PasswordRules({ id, password, username, refused }: Props) {
  const strength = strengthWord(password, username)
  const spoken: Record<RuleState['state'], string> = { kept: t('已满足'), open: '', broken: t('未满足') }
  return (
    <div className="account-rules" id={id}>
      <p className="account-strength" data-level={strength.level} aria-live="polite">
        <span>{t('密码强度')}</span>
        <i aria-hidden="true" />
        <i aria-hidden="true" />
        <i aria-hidden="true" />
        <strong>{strength.words || '—'}</strong>
      </p>
      <ul>
        {passwordRules(password, username, refused).map(({ problem, words, state }) => (
          <li key={problem} data-state={state}>
            <span aria-hidden="true">{signs[state]}</span>
            {words}
            {spoken[state] ? <span className="sr-only">{spoken[state]}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
