import { forgetNonces } from '#platform/identity/partner'
import type { Round } from '#platform/jobs/rounds'

export const nonceRound: Round = { name: 'partner.nonces', everyS: 300, work: ({ db }) => forgetNonces(db) }
