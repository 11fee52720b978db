@echo off
rem Starts Bascule from a release archive, with this machine's Java and browsers.
setlocal
rem Bascule reads every variable that begins with its name as a setting: what is set here must not.
set "LAUNCH_DIR=%~dp0.."
set "LAUNCH_JAR=%LAUNCH_DIR%\app\bascule.jar"

set "LAUNCH_JAVA=java"
if defined JAVA_HOME set "LAUNCH_JAVA=%JAVA_HOME%\bin\java.exe"
"%LAUNCH_JAVA%" -version >nul 2>nul
if errorlevel 1 (
    echo bascule: no Java found 1>&2
    echo bascule:   remedy: install a JDK 17 or later and point JAVA_HOME at it 1>&2
    exit /b 5
)

rem Jars of third parties' backends, divided as in a class path.
set LAUNCH_START=-jar "%LAUNCH_JAR%"
if defined BASCULE_PLUGINS set LAUNCH_START=--enable-native-access=ALL-UNNAMED -cp "%LAUNCH_JAR%;%BASCULE_PLUGINS%" dev.bascule.cli.Main
set ORT_DISABLE_TELEMETRY=1
set OPT_OUT_TRACKING=true
"%LAUNCH_JAVA%" "@%LAUNCH_DIR%\app\jvm.options" "-Dbascule.home=%LAUNCH_DIR%" %LAUNCH_START% %*
exit /b %ERRORLEVEL%
