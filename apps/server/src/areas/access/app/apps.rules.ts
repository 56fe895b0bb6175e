import { CERTIFY_STATE as S, type CertifyState } from '@chauffeur/contract/access/app'

export type CertifyStep = 'SUBMIT' | 'APPROVE' | 'REFUSE'
export type AppAction = 'update' | 'enable' | 'disable' | 'submit' | 'decide' | 'pays' | 'settings' | 'administrators'

/** Not submitted or refused → submitted → certified or refused; null where the step does not fit. */
export function nextCertifyState(from: number, step: CertifyStep): CertifyState | null {
  if (step === 'SUBMIT') return from === S.notSubmitted || from === S.refused ? S.submitted : null
  if (from !== S.submitted) return null
  return step === 'APPROVE' ? S.certified : S.refused
}

/** What this person may do with an app now; who submitted a certification does not decide on it. */
export function appActions(
  app: { enabled: boolean; certifyState: number; submittedBy: string | null },
  userId: string,
  may: { edit: boolean; pays: boolean },
): AppAction[] {
  const edit: AppAction[] = [
    'update',
    app.enabled ? 'disable' : 'enable',
    ...(nextCertifyState(app.certifyState, 'SUBMIT') ? (['submit'] as const) : []),
    ...(app.certifyState === S.submitted && app.submittedBy !== userId ? (['decide'] as const) : []),
    'settings',
    'administrators',
  ]
  return [...(may.edit ? edit : []), ...(may.pays ? (['pays'] as const) : [])]
}

/** What is shown of a secret: its last four characters, and of a short one nothing. */
export const lastFour = (secret: string): string => {
  const text = secret.trim()
  return text.length >= 12 ? text.slice(-4) : '····'
}
