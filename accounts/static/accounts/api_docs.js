/* global Redoc */
"use strict";
{
  // The library would load its maker's sign from a host of theirs; nothing here comes from others.
  const images = HTMLImageElement.prototype;
  const ours = (address) => new URL(address, location.href).origin === location.origin;
  const source = Object.getOwnPropertyDescriptor(images, "src");
  Object.defineProperty(images, "src", {
    ...source,
    set(address) {
      if (ours(address)) source.set.call(this, address);
    },
  });
  images.setAttribute = function (name, value) {
    if (name !== "src" || ours(value)) Element.prototype.setAttribute.call(this, name, value);
  };

  const place = document.getElementById("docs");
  const font = "system-ui, sans-serif";
  const colours = getComputedStyle(document.documentElement);
  const colour = (name) => colours.getPropertyValue(`--${name}`).trim();
  // The library paints once; another look needs another painting.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (!document.documentElement.dataset.theme) location.reload();
  });
  Redoc.init(
    place.dataset.schema,
    {
      hideDownloadButton: false,
      hideHostname: true,
      jsonSampleExpandLevel: 3,
      requiredPropsFirst: true,
      sortPropsAlphabetically: false,
      scrollYOffset: ".top",
      theme: {
        colors: {
          primary: { main: colour("accent") },
          success: { main: colour("good") },
          error: { main: colour("bad") },
          gray: { 50: colour("surface"), 100: colour("line") },
          text: { primary: colour("ink"), secondary: colour("ink-2") },
          border: { dark: colour("line"), light: colour("surface") },
          responses: {
            success: { color: colour("good"), backgroundColor: colour("good-soft") },
            error: { color: colour("bad"), backgroundColor: colour("bad-soft") },
          },
        },
        schema: {
          linesColor: colour("line"),
          nestedBackground: colour("surface"),
          typeNameColor: colour("ink-2"),
          typeTitleColor: colour("ink-2"),
          requireLabelColor: colour("bad"),
        },
        typography: {
          fontFamily: font,
          fontSize: "16px",
          headings: { fontFamily: font, fontWeight: "600" },
          code: {
            fontFamily: "ui-monospace, monospace",
            color: colour("ink"),
            backgroundColor: colour("surface"),
          },
        },
        sidebar: { backgroundColor: colour("surface"), textColor: colour("ink") },
        rightPanel: { backgroundColor: colour("code") },
        fab: { backgroundColor: colour("surface"), color: colour("ink") },
      },
    },
    place,
  );
}
