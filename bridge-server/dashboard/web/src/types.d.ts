// esbuild puts imported style sheets into a bundle's .css.
declare module '*.css';
