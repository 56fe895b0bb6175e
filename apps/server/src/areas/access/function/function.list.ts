import { functionCalls, functionKindText, functionSourceText } from '@chauffeur/contract/access/function'
import { number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'
import { functions, shown, sortOrOwn } from './function.queries.ts'
import { functionView } from './function.view.ts'
import { seesNothing } from './grant.rules.ts'

export const functionList = defineList(functionCalls.functionList, {
  from: ({ db }) => functions(db),
  filters: {
    keyword: holds('f.code', 'f.name', 'f.name_en', 'f.custom_name', 'f.custom_name_en'),
    area: is('f.area'),
    systemId: is('f.system_id'),
    source: is('f.source'),
    kind: is('f.kind'),
  },
  key: 'f.code',
  order: [asc(sortOrOwn)],
  file: {
    module: import.meta.url,
    zh: '功能',
    en: 'Functions',
    columns: {
      code: text('编码', 'Code'),
      name: text('名称', 'Name'),
      nameEn: text('英文名称', 'English name'),
      areaName: text('模块', 'Area'),
      kind: words('类型', 'Type', functionKindText),
      source: words('来源', 'Source', functionSourceText),
      sort: number('排序', 'Order'),
    },
  },
  select: shown,
  view: (row, { operator }) => functionView(row, operator),
  hidden: ({ scope }) => seesNothing(scope),
})
