@echo off
rem Builds Bascule on first use, then runs it. After a change of the sources: mvn -DskipTests package
setlocal
set "BASCULE_DIR=%~dp0"
set "BASCULE_JAR=%BASCULE_DIR%test-suites\target\bascule.jar"

set "BASCULE_JAVA=java"
if defined JAVA_HOME set "BASCULE_JAVA=%JAVA_HOME%\bin\java.exe"
"%BASCULE_JAVA%" -version >nul 2>nul
if errorlevel 1 (
    echo bascule: no Java found 1>&2
    echo bascule:   remedy: install a JDK 17 or later and point JAVA_HOME at it 1>&2
    exit /b 5
)

if exist "%BASCULE_JAR%" goto start
call :need mvn "Maven 3.6.3 or later" || exit /b 5
call :need node "Node.js 20 or later" || exit /b 5
call :need npm "npm, which comes with Node.js" || exit /b 5
echo bascule: building: first use, this downloads libraries and takes a few minutes 1>&2
pushd "%BASCULE_DIR%"
call mvn -q -B -ntp -DskipTests package 1>&2
if errorlevel 1 (
    popd
    echo bascule: the build failed, see above 1>&2
    echo bascule:   remedy: mvn -DskipTests package 1>&2
    exit /b 5
)
popd

:start
rem Jars of third parties' backends, divided as in a class path.
set BASCULE_START=-jar "%BASCULE_JAR%"
if defined BASCULE_PLUGINS set BASCULE_START=--enable-native-access=ALL-UNNAMED -cp "%BASCULE_JAR%;%BASCULE_PLUGINS%" dev.bascule.cli.Main
rem This JVM directs and compares: the cores are for the browsers and native runners, which have processes of their own.
rem The folder ends in a backslash, which would escape a closing quote: the dot keeps them apart.
"%BASCULE_JAVA%" -XX:Tier4InvocationThreshold=100000 -XX:Tier4CompileThreshold=200000 -XX:Tier4BackEdgeThreshold=1000000 "-Dbascule.home=%BASCULE_DIR%." %BASCULE_START% %*
exit /b %ERRORLEVEL%

:need
where %1 >nul 2>nul && exit /b 0
echo bascule: %1 was not found on the PATH 1>&2
echo bascule:   remedy: install %~2 1>&2
exit /b 1
