/** A node of a syntax tree (ESTree), of which only the shape is needed. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** What a call says for the server and for documents. */
const OF_THE_SERVER = new Set(['failures', 'summary', 'wholePhones', 'byPhone'])
const SCHEMAS = new Set(['input', 'output'])
/** What is made of a schema that has a name: the result is a schema again. */
const MAKES_A_SCHEMA = new Set([
  'extend',
  'pick',
  'omit',
  'partial',
  'exclude',
  'extract',
  'nullable',
  'optional',
  'array',
  'refine',
  'superRefine',
])
/** What is made of an enumeration that has a name: the result is one again, and has `options`. */
const MAKES_AN_ENUMERATION = new Set(['exclude', 'extract'])
const INERT = 'inertSchema'

/**
 * A module of the contract without its schemas: calls keep what a browser asks with, tables of refusals are plain objects, and a
 * schema is the stand-in itself, so that whatever nobody takes is left out of the build. A module declares, nothing else: its
 * top level has no effect that could be lost. Enumerations stay, for their `options`.
 */
export function stripSchemas(code: string, program: Node): string {
  const schemaMakers = new Set<string>()
  const edits: { start: number; end: number; by: string }[] = []
  const source = (node: Node) => code.slice(node.start, node.end)
  let inertNeeded = false

  for (const statement of program.body as Node[]) {
    if (statement.type === 'ImportDeclaration') {
      const from = (statement.source as { value: string } & Node).value
      if (from === 'zod' || from.endsWith('/fields.ts'))
        for (const { local } of statement.specifiers as { local: { name: string } }[]) schemaMakers.add(local.name)
      continue
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations as { init: Node | null }[]) if (init) strip(init)
  }

  function strip(node: Node): void {
    if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return
    if (node.type !== 'CallExpression') return childrenOf(node).forEach(strip)
    const callee = node.callee as Node
    const [first, ...others] = node.arguments as Node[]
    if (isEnumeration(callee)) return void edits.push({ start: node.start, end: node.start, by: '/* @__PURE__ */ ' })
    if (callee.type === 'Identifier' && others.length === 0 && first?.type === 'ObjectExpression') {
      if (callee.name === 'call') return void edits.push({ start: node.start, end: node.end, by: `(${withoutServer(first)})` })
      if (callee.name === 'refusals') return void edits.push({ start: node.start, end: node.end, by: `(${source(first)})` })
    }
    if (!isSchema(node)) return childrenOf(node).forEach(strip)
    inertNeeded = true
    edits.push({ start: node.start, end: node.end, by: INERT })
  }

  function withoutServer(spec: Node): string {
    const kept = (spec.properties as Node[]).flatMap((property) => {
      const name = property.type === 'Property' ? ((property.key as { name?: string }).name ?? '') : ''
      if (OF_THE_SERVER.has(name)) return []
      if (!SCHEMAS.has(name)) return [source(property)]
      inertNeeded = true
      return [`${name}: ${INERT}`]
    })
    return `{ ${kept.join(', ')} }`
  }

  function isEnumeration(callee: Node): boolean {
    const { object, property } = callee as { object?: { name?: string }; property?: { name?: string } }
    if (callee.type !== 'MemberExpression' || object?.name === undefined) return false
    return schemaMakers.has(object.name) ? property?.name === 'enum' : MAKES_AN_ENUMERATION.has(property?.name ?? '')
  }

  /** Made by the schema library or a field, in whatever chain, or derived from a schema with a name. */
  function isSchema(call: Node): boolean {
    let at: Node = call
    let first = ''
    while (at.type === 'CallExpression' || at.type === 'MemberExpression') {
      if (at.type === 'MemberExpression') first = (at.property as { name?: string }).name ?? ''
      at = (at.type === 'CallExpression' ? at.callee : at.object) as Node
    }
    if (at.type !== 'Identifier') return false
    return schemaMakers.has(at.name as string) || MAKES_A_SCHEMA.has(first)
  }

  let stripped = code
  for (const { start, end, by } of edits.toSorted((a, b) => b.start - a.start))
    stripped = stripped.slice(0, start) + by + stripped.slice(end)
  return inertNeeded ? `import { any as ${INERT} } from 'zod'\n${stripped}` : stripped
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}
