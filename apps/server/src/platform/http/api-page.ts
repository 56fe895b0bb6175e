interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object>; required?: string[] } }> }
  /** A webhook has none: what matters is that it was taken. */
  responses: { 200?: { content: { 'application/json': { schema: { properties: { data: object } } } } } }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const code = (value: object) => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

/** The API document as one plain page without scripts: readable anywhere, under the strictest content policy. */
export function apiPage(document: Record<string, unknown>, address: string): string {
  const { title, description } = document.info as { title: string; description: string }
  const paths = document.paths as Record<string, Record<string, Operation>>
  const webhooks = (document.webhooks ?? {}) as typeof paths
  const all = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), ...operation })),
  )
  const areas = Map.groupBy(all, (operation) => operation.tags[0]!)
  const nav = [...areas].map(([area, calls]) => `<li><a href="#${area}">${area}</a> <small>${calls.length}</small></li>`).join('')
  const sections = [...areas]
    .map(([area, calls]) => `<section id="${area}"><h2>${area}</h2>${calls.map(section).join('')}</section>`)
    .join('')
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style>
<nav aria-label="areas"><h1>API</h1><p><a href="${address}">openapi.json</a></p><ul>${nav}</ul></nav><main><p>${escape(description).replaceAll('\n', '<br>')}</p>${sections}</main></html>`
}

function section(operation: Operation & { path: string; verb: string }): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const rows = [
    ...operation.parameters.map((parameter) => ({ ...parameter, where: parameter.in })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      where: 'body',
      required: body?.required?.includes(name) ?? false,
      schema,
    })),
  ]
  const table = rows.length
    ? `<table><tr><th>field</th><th>in</th><th>schema</th></tr>${rows.map((row) => `<tr><td><code>${escape(row.name)}</code>${row.required ? ' *' : ''}</td><td>${row.where}</td><td><code>${escape(JSON.stringify(row.schema))}</code></td></tr>`).join('')}</table>`
    : ''
  const answer = operation.responses[200]?.content['application/json']?.schema.properties.data
  return `<details><summary><b>${operation.verb}</b> <code>${escape(operation.path)}</code> <span>${escape(operation.summary)}</span></summary><p>${escape(operation.description).replaceAll('\n', '<br>')}</p>${table}${answerOf(operation, answer)}</details>`
}

function answerOf({ responses }: Operation, answer: object | undefined): string {
  if (!responses[200]) return ''
  return `<h3>data</h3>${answer ? code(answer) : '<p>text/event-stream</p>'}`
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:14px/1.5 system-ui,sans-serif;display:flex}nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px 20px;min-width:180px;border-right:1px solid #8884}
nav ul{list-style:none;padding:0}main{flex:1;padding:16px 24px;max-width:1100px;min-width:0}details{border-bottom:1px solid #8884;padding:6px 0}summary{cursor:pointer}summary b{display:inline-block;width:44px}summary span{opacity:.75}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:3px 8px;border:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}pre{overflow:auto;max-height:320px;background:#8881;padding:8px}h1{font-size:18px}h2{margin-top:28px}h3{font-size:13px;margin:8px 0 4px}`
