import { type AppRow, CERTIFY_STATE as S, type CertifyState } from '@chauffeur/contract/access/app'
import { defineMachine, type Transition } from '#platform/machine/machine'

export type AppAction = AppRow['allowedActions'][number]

export const certification = defineMachine({
  states: Object.values(S),
  begins: [S.notSubmitted],
  rests: [S.notSubmitted, S.certified, S.refused],
  events: {
    SUBMIT: { from: [S.notSubmitted, S.refused], to: S.submitted, by: ['OPERATOR'] },
    APPROVE: { from: [S.submitted], to: S.certified, by: ['OPERATOR'] },
    REFUSE: { from: [S.submitted], to: S.refused, by: ['OPERATOR'] },
    /** What was certified is another app now. */
    LAPSE: { from: [S.submitted, S.certified], to: S.notSubmitted, by: ['OPERATOR'] },
  } satisfies Record<string, Transition<CertifyState, 'OPERATOR'>>,
})

/** What this person may do with an app now; who submitted a certification does not decide on it. */
export function appActions(
  app: { enabled: boolean; driverDefault: boolean; certifyState: CertifyState; submittedBy: string | null },
  userId: string,
  may: { edit: boolean; pays: boolean },
): AppAction[] {
  const edit: AppAction[] = [
    'update',
    app.enabled ? 'disable' : 'enable',
    ...(app.driverDefault ? (['endDefault'] as const) : app.enabled ? (['makeDefault'] as const) : []),
    ...(certification.fits('SUBMIT', app.certifyState) ? (['submit'] as const) : []),
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
