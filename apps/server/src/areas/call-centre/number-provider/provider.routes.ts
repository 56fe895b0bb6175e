import { numberProviderCalls } from '@chauffeur/contract/call-centre/number-provider'
import { implement } from '#platform/http/implement'
import { addPoolNumbers, enablePoolNumber, removePoolNumber, saveNumberProvider, showProvider, tryProvider } from './provider.service.ts'

export const numberProviderRoutes = implement(
  'number-provider',
  numberProviderCalls,
)({
  show: ({ db, scope, platform }) => showProvider(db, scope, platform),
  save: ({ input, db, ...context }) => saveNumberProvider(input, { tx: db, ...context }),
  tryOut: async ({ input, db, platform, operator, fail }) => {
    const tried = await tryProvider(db, input.number, platform, operator.tenantId)
    return typeof tried === 'string' ? fail(tried) : tried
  },
  addNumbers: ({ input, db, ...context }) => addPoolNumbers(input, { tx: db, ...context }),
  enableNumber: ({ input, db, ...context }) => enablePoolNumber(input, { tx: db, ...context }),
  removeNumber: ({ input, db, ...context }) => removePoolNumber(input, { tx: db, ...context }),
})
