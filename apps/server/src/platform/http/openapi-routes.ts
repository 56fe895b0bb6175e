import type { FastifyInstance } from 'fastify'
import { openApi, partnerApi } from '@chauffeur/contract/openapi'
import { apiPage } from './api-page.ts'

/** The API documents, made from the contract once, and a page to read each: of everything, and of what partners may call. */
export function openApiRoutes(app: FastifyInstance): void {
  for (const [base, make] of [
    ['/api', openApi],
    ['/partner', partnerApi],
  ] as const) {
    let made: string | undefined
    const document = () => (made ??= JSON.stringify(make()))
    app.get(`${base}/openapi.json`, (_request, reply) => reply.type('application/json').send(document()))
    app.get(`${base}/docs`, (_request, reply) => reply.type('text/html; charset=utf-8').send(apiPage(make(), `${base}/openapi.json`)))
  }
}
