import { deskCustomerRoutes } from './card/index.ts'
import { enterpriseRoutes } from './enterprise/index.ts'

export const customerRoutes = [...deskCustomerRoutes, ...enterpriseRoutes]
