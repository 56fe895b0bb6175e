export { type BoundPair, pairFailureOf, type PairFailure } from './number-pairs.ts'
export { numberProviderRoutes } from './provider.routes.ts'
export { type ActiveProvider, numberSecretContext, providerOfTenant } from './provider.service.ts'
export { believed } from './signature.ts'
