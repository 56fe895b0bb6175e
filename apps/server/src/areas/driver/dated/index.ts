export { datedList, periodColumns, whoseColumns } from './dated.list.ts'
export { type DatedTable, datedView, driversByNo, endDated, holdDriver, insertDated, overlapping } from './dated.queries.ts'
export { beginningOf, keepDated } from './dated.service.ts'
