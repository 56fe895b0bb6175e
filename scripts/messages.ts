// The stand-in of providers of text messages (apps/messages/README.md).
await import('../apps/messages/src/main.ts')

export {}
