export { consumePasswordLink, findPasswordLink, issuePasswordLink, type LinkOwner, type PasswordLink } from './password-link.service.ts'
