import { functionCalls } from '@chauffeur/contract/access/function'
import { implement } from '#platform/http/implement'
import { functionList } from './function.list.ts'
import { allFunctions } from './function.queries.ts'
import { addFunction, changeFunction, removeFunction } from './function.service.ts'
import { byArea, functionView } from './function.view.ts'
import { seesNothing } from './grant.rules.ts'
import { allSystems, type SystemDb } from './system.queries.ts'
import { addSystem, changeSystem, removeSystem } from './system.service.ts'

const systemView = (row: SystemDb, edits: boolean) => ({
  systemId: row.system_id,
  platformId: row.platform_id,
  name: row.name,
  nameEn: row.name_en,
  baseUrl: row.base_url,
  sort: row.sort,
  functionCount: row.functions ?? 0,
  version: row.version,
  allowedActions: edits ? ['edit', 'delete'] : [],
})

export const functionRoutes = implement(
  'authority',
  functionCalls,
)({
  functionList: functionList.page,
  functionAdd: ({ input, db, audit, fail }) => addFunction(db, input, { audit, fail }),
  functionUpdate: ({ input, db, operator, audit, fail }) => changeFunction(db, input, operator, { audit, fail }),
  functionDelete: ({ input, db, audit, fail }) => removeFunction(db, input.code, { audit, fail }),
  functionTree: async ({ input, db, operator }) => {
    const rows = (await allFunctions(db)).map((row) => functionView(row, operator))
    return { areas: byArea(input.grantableOnly ? rows.filter((row) => row.grantable) : rows) }
  },
  functionTreeV2: async ({ input, db, operator }) => {
    const [systems, functions] = await Promise.all([allSystems(db), allFunctions(db)])
    const rows = functions.map((row) => functionView(row, operator)).filter((row) => !input.grantableOnly || row.grantable)
    const bySystem = Map.groupBy(rows, (row) => row.systemId)
    return {
      systems: systems
        .filter((system) => input.platformId === undefined || system.platform_id === input.platformId)
        .map((system) => ({
          systemId: system.system_id,
          platformId: system.platform_id,
          name: system.name,
          nameEn: system.name_en,
          areas: byArea(bySystem.get(system.system_id) ?? []),
        })),
    }
  },
  systemList: async ({ input, db, operator, scope }) => {
    if (seesNothing(scope)) return { rows: [] }
    const edits = operator.platformAdmin && operator.authorities.has('system.edit')
    const wanted = input.keyword?.toLowerCase() ?? ''
    const rows = (await allSystems(db)).map((row) => systemView(row, edits))
    return { rows: rows.filter((row) => `${row.name} ${row.nameEn} ${row.platformId}`.toLowerCase().includes(wanted)) }
  },
  systemAdd: ({ input, db, operator, audit, fail }) => addSystem(db, input, operator, { audit, fail }),
  systemUpdate: ({ input, db, operator, audit, fail }) => changeSystem(db, input, operator, { audit, fail }),
  systemDelete: ({ input, db, audit, fail }) => removeSystem(db, input.systemId, { audit, fail }),
  platforms: async ({ db }) => ({
    rows: (await allSystems(db)).map((row) => ({
      platformId: row.platform_id,
      systemId: row.system_id,
      name: row.name,
      nameEn: row.name_en,
    })),
  }),
})
