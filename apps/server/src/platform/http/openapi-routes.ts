import type { FastifyInstance } from 'fastify'
import { openApi } from '@chauffeur/contract/openapi'
import { apiPage } from './api-page.ts'

/** The API document, made from the contract once, and a page to read it. */
export function openApiRoutes(app: FastifyInstance): void {
  let made: string | undefined
  const document = () => (made ??= JSON.stringify(openApi()))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(document()))
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(apiPage(openApi())))
}
