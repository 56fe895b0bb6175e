import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { type Node, stripSchemas } from './strip-schemas.ts'

const STAND_IN = '\0light-contract:'
/** Areas, and what of the kernel declares schemas of theirs. */
const DECLARES = /[\\/]packages[\\/]contract[\\/]src[\\/](areas[\\/]|kernel[\\/](version|dated|upload|find|road|map-failure|language)\.ts)/
const FIELDS = fileURLToPath(new URL('../../../packages/contract/src/kernel/fields.ts', import.meta.url))

/**
 * Builds the contract's areas without their schemas. The browser needs of a call its verb, path and flags; the server checks what
 * is sent and has the words of refusals. The schema library would be a twelfth of the JS before the first list, the schemas themselves
 * another thirtieth. Enumerations keep their `options`; asking a schema to check something throws. A screen that wants a check imports `@chauffeur/contract/kernel/fields`, which stays whole.
 */
export function lightContract(): Plugin[] {
  return [standIns(), stripped()]
}

/** Once the types are gone. */
function stripped(): Plugin {
  return {
    name: 'strip-contract',
    enforce: 'post',
    transform(code, id) {
      return DECLARES.test(id) ? { code: stripSchemas(code, this.parse(code) as unknown as Node), map: null } : undefined
    },
  }
}

function standIns(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer || !DECLARES.test(importer)) return undefined
      if (id === 'zod') return `${STAND_IN}zod`
      return id.endsWith('/fields.ts') ? `${STAND_IN}fields` : undefined
    },
    async load(id) {
      if (!id.startsWith(STAND_IN)) return undefined
      const from = id === `${STAND_IN}zod` ? 'zod' : pathToFileURL(FIELDS).href
      return standIn(Object.keys((await import(from)) as object))
    },
  }
}

/** A module with the same exports, none of which does anything. */
export function standIn(names: readonly string[]): string {
  const exported = names.filter((name) => name !== 'default' && name !== 'enum')
  return `
const refuse = () => { throw new Error('The schemas of the contract areas are not in the web build') }
const CHECKS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode', '_zod', '~standard'])
const inert = new Proxy(function () {}, {
  get: (_, name) => (CHECKS.has(name) ? refuse() : name === 'then' || typeof name === 'symbol' ? undefined : inert),
  apply: () => inert,
})
const enumeration = (values) => {
  const options = Array.isArray(values) ? values : Object.values(values)
  const known = {
    options,
    exclude: (less) => enumeration(options.filter((one) => !less.includes(one))),
    extract: (these) => enumeration(options.filter((one) => these.includes(one))),
  }
  return new Proxy(inert, { get: (_, name) => known[name] ?? inert[name] })
}
export { enumeration as enum }
${exported.map((name, index) => `const e${index} = inert\nexport { e${index} as ${name} }`).join('\n')}
`
}
