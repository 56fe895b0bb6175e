export { datedList, periodColumns, whoseColumns } from './dated.list.ts'
export { type DatedTable, datedView, driversByNo, endDated, holdDriver, insertDated, overlapping } from './dated.queries.ts'
export { keepDated } from './dated.service.ts'
