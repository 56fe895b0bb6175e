import { employeeImport } from '#areas/customer/enterprise'
import { importsOf } from '#platform/import/imports'

/** Every sort of list that can be brought in. */
export const imports = importsOf([employeeImport])
