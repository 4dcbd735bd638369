declare module 'texts:index' {
  type Part = () => Promise<{ default: Record<string, Record<string, unknown>> }>;
  const languages: Record<string, { name: string; first: Part; rest: Part }>;
  export default languages;
}
